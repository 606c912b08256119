// Stdout belongs to the protocol. Whatever a worker thread prints goes to stderr.
process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
