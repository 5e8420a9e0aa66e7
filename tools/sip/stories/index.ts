import type { Story } from '../run/story';
import { advance } from './advance';
import { callers } from './callers';
import { calls } from './calls';
import { floods } from './floods';
import { guides } from './guides';
import { inbound } from './inbound';
import { limits } from './limits';
import { media } from './media';
import { outbound } from './outbound';
import { registration } from './registration';
import { resilience } from './resilience';
import { strategies } from './strategies';
import { trunks } from './trunks';
import { webhooks } from './webhooks';
import { webrtc } from './webrtc';

/** Stories by subject, which is the name of their file. */
export const STORIES: Readonly<Record<string, readonly Story[]>> = {
  inbound,
  advance,
  strategies,
  callers,
  outbound,
  trunks,
  registration,
  guides,
  media,
  webrtc,
  calls,
  webhooks,
  limits,
  resilience,
  floods,
};
