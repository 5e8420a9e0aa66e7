import { fileFault } from './file-limits';

const BYTES_MAX = 2 * 1024 * 1024;

describe('fileFault', () => {
  it('accepts a file of exactly 2 MB, and no larger one', () => {
    expect(fileFault({ type: 'application/pdf', size: BYTES_MAX })).toBeNull();
    expect(fileFault({ type: 'application/pdf', size: BYTES_MAX + 1 })).toBe('The file is larger than 2 MB.');
  });

  it('refuses an empty file', () => {
    expect(fileFault({ type: 'image/png', size: 0 })).toBe('The file is empty.');
  });

  it.each(['image/gif', 'text/html', ''])('refuses the type %j', (type) => {
    expect(fileFault({ type, size: 100 })).toBe('Only PDF, JPEG and PNG files are accepted.');
  });
});
