"""What has happened and what stands, in sentences, as one side may read it."""
