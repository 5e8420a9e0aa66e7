import { RandomSource } from '../../application/calls/ports';
import { randomInt } from 'node:crypto';

const STEPS = 2 ** 40;

export class SystemRandom extends RandomSource {
  override next(): number {
    return randomInt(STEPS) / STEPS;
  }
}
