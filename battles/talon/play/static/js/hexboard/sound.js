// Short sounds for fire, damage and explosions, made in the browser; nothing is heard unless it was asked for.
import { isHeard } from "./settings.js";

const LOUD = 0.12;
const TONES = {
  go: { from: 150, to: 190, long: 0.14, shape: "sine", loud: 0.35 },
  launch: { from: 240, to: 720, long: 0.22, shape: "triangle" },
  shot: { from: 900, to: 180, long: 0.2, shape: "sawtooth", loud: 0.6 },
  hurt: { noise: true, long: 0.16 },
  critical: { from: 520, to: 130, long: 0.35, shape: "square", loud: 0.5 },
  burst: { noise: true, long: 0.7 },
  lost: { noise: true, long: 0.7 },
};

let context = null;
let hiss = null;

function noise() {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return hiss;
}

function source({ noise: rough, from, to, long, shape }, start) {
  if (rough) return Object.assign(context.createBufferSource(), { buffer: noise() });
  const tone = Object.assign(context.createOscillator(), { type: shape });
  tone.frequency.setValueAtTime(from, start);
  tone.frequency.exponentialRampToValueAtTime(to, start + long);
  return tone;
}

/** Sounds a step of the film. */
export function sound(kind) {
  const tone = TONES[kind];
  if (!tone || !isHeard() || !window.AudioContext) return;
  context ??= new AudioContext();
  context.resume();
  const start = context.currentTime;
  const volume = context.createGain();
  volume.gain.setValueAtTime(LOUD * (tone.loud ?? 1), start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + tone.long);
  const made = source(tone, start);
  made.connect(volume).connect(context.destination);
  made.start(start);
  made.stop(start + tone.long);
}
