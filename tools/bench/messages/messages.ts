import 'reflect-metadata';
import type { Comparison } from '../measuring/measure';
import { benchAccepted } from './accepted';
import { benchHandedOver } from './handed-over';
import { benchReceipts } from './receipts';

/** Measures text messages from the request to the webhook about their receipt. */
export async function benchMessages(): Promise<Comparison[]> {
  const accepted = await benchAccepted();
  const handedOver = await benchHandedOver();
  return [accepted, ...handedOver, await benchReceipts()];
}
