/**
 * Prints the usage and exits with 0 for `--help` or `-h`. Exits with 2 for an argument that is not accepted, so that a
 * mistyped option never starts a rotation or a migration. An accepted `--name=` takes a value. Call before anything else.
 */
export function checkArguments(usage: string, accepted: readonly string[] = []): void {
  const given = process.argv.slice(2);
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  const isAccepted = (each: string) =>
    accepted.some((one) => (one.endsWith('=') ? each.startsWith(one) : each === one));
  const unknown = given.find((each) => !isAccepted(each));
  if (unknown === undefined) return;
  process.stderr.write(`Unknown argument: ${unknown}\n\n${usage}\n`);
  process.exit(2);
}
