import type { Story } from '../run/story';
import { advance } from './advance';
import { inbound } from './inbound';
import { outbound } from './outbound';
import { strategies } from './strategies';

/** Stories by subject, which is the name of their file. */
export const STORIES: Readonly<Record<string, readonly Story[]>> = { inbound, advance, strategies, outbound };
