import { randomInt } from 'node:crypto';
import { RandomSource } from '../../application/calls/ports';

const STEPS = 2 ** 40;

export class SystemRandom extends RandomSource {
  override next(): number {
    return randomInt(STEPS) / STEPS;
  }
}
