import { BowserDeviceNames } from './bowser-device-names';

const names = new BowserDeviceNames();

describe('The name of a device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/537 Chrome/140.0 Safari/537.36', 'Chrome on macOS'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5', 'curl'],
    ['something else', 'Unknown device'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('follows the user agent: %s is %s', (userAgent, name) => {
    expect(names.nameOf(userAgent)).toBe(name);
  });
});
