import { SettingsError } from '../settings/settings-error';

/** Why a process must not work with the database as it is; each fault is one line that says what to do. */
export class DatabaseAccessError extends SettingsError {
  override readonly name = 'DatabaseAccessError';

  constructor(faults: readonly string[]) {
    super(faults, 'The database cannot be used as it is');
  }
}
