import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PortOutPins } from '../../application/port-outs/port-out-pins';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** 64 MiB and some 0.2 s: all PINs of one number take most of a year on a core. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 134_217_728 };

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Stores the salt and the key, in hex. */
export class ScryptPortOutPins implements PortOutPins {
  async hash(pin: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    return `${salt.toString('hex')}$${(await derive(pin, salt, KEY_BYTES, COST)).toString('hex')}`;
  }

  async matches(pin: string, hash: string): Promise<boolean> {
    const [salt = '', key = ''] = hash.split('$');
    const expected = Buffer.from(key, 'hex');
    return timingSafeEqual(await derive(pin, Buffer.from(salt, 'hex'), KEY_BYTES, COST), expected);
  }
}
