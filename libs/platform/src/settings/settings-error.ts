/** Why a process must not start with its settings: every fault, one line each, that says what to do. */
export class SettingsError extends Error {
  override readonly name: string = 'SettingsError';

  constructor(
    readonly faults: readonly string[],
    heading = 'The settings are not valid',
  ) {
    super(`${heading}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}
