import Bowser from 'bowser';
import { type DeviceNames } from '../../application/sign-in/ports';

/** The product of clients that do not pose as browsers, such as curl. */
const PRODUCT = /^(?!Mozilla\/)([\w.-]+)\//;

export class BowserDeviceNames implements DeviceNames {
  nameOf(userAgent: string | null): string {
    if (!userAgent) return 'Unknown device';
    const { browser, os, platform } = Bowser.parse(userAgent);
    const client = browser.name?.replace(/^Microsoft /, '') || PRODUCT.exec(userAgent)?.[1];
    const known = [client, platform.model ?? os.name].filter((each) => each !== undefined);
    return known.join(' on ') || 'Unknown device';
  }
}
