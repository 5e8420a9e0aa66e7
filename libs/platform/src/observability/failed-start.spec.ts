import { reportFailedStart } from './failed-start';
import { SettingsError } from '../settings/settings';

describe('a failed start', () => {
  it('is one line of JSON in production', () => {
    const lines: string[] = [];
    const error = new SettingsError(['PORT must be a number']);
    const failed = { service: 'api', error, message: error.message, isProduction: true };
    reportFailedStart(failed, { write: (line) => void lines.push(line) });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 60,
      service: 'api',
      msg: 'The settings are not valid:\n  - PORT must be a number',
      err: { type: 'SettingsError' },
    });
  });
});
