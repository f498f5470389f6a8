// What a request that failed says to the reader: the site's own sentences, or what is known without them.
const OURS = /^text\/plain/;

/** The sentences of an answer to htmx that is an error. */
export function sentences(xhr) {
  if (OURS.test(xhr.getResponseHeader("Content-Type") || "") && xhr.responseText) return xhr.responseText;
  return `The site could not do this (${xhr.status}). Nothing was changed. Try again, or reload the page.`;
}

export const LOST = "No connection. The last change may not be saved. Try again or reload the page.";
