import { SettingsError } from '../../settings/settings-error';

/** Thrown when a process must not use the database as it is. Each fault is one line that names the remedy. */
export class DatabaseAccessError extends SettingsError {
  override readonly name = 'DatabaseAccessError';

  constructor(faults: readonly string[]) {
    super(faults, 'The database cannot be used as it is');
  }
}
