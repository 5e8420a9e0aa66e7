import { randomInt } from 'node:crypto';
import type { Clock, Transactor } from '@trunkline/kernel';
import type { NumberHistory, PhoneNumberRepository } from '../ports';
import type { NumberRef } from '../lifecycle/numbers';

/** Digits of a PIN: other carriers take 4 to 10. */
export const PORT_OUT_PIN_DIGITS = 8;

/** Hashes PINs, slowly, because there are few. */
export abstract class PortOutPins {
  abstract hash(pin: string): Promise<string>;
  /** Takes as long for a wrong PIN as for the right one. */
  abstract matches(pin: string, hash: string): Promise<boolean>;
}

/** Sets the PINs without which no other carrier takes a number. */
export class SetPortOutPin {
  constructor(
    private readonly tx: Transactor,
    private readonly numbers: PhoneNumberRepository,
    private readonly pins: PortOutPins,
    private readonly history: NumberHistory,
    private readonly clock: Clock,
  ) {}

  /** Returns a new PIN, which replaces the previous one and is stored as a hash only. Throws `not_found` and `invalid_state`. */
  async set({ accountId, e164, actor }: NumberRef): Promise<string> {
    const pin = String(randomInt(10 ** PORT_OUT_PIN_DIGITS)).padStart(PORT_OUT_PIN_DIGITS, '0');
    const hash = await this.pins.hash(pin);
    return this.tx.run(async () => {
      const number = await this.numbers.lock(accountId, e164);
      const now = this.clock.now();
      const change = number.setPortOutPin(hash, now);
      await this.numbers.save(number);
      await this.history.add({ number, actor, change, at: now });
      return pin;
    });
  }
}
