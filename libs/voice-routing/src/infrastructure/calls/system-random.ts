import { randomInt } from 'node:crypto';
import { type RandomSource } from '../../application/calls/ports';

const STEPS = 2 ** 40;

export class SystemRandom implements RandomSource {
  next(): number {
    return randomInt(STEPS) / STEPS;
  }
}
