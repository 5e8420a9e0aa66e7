import { agents } from './agents';
import { asterisk } from './asterisk';
import { freeswitch, fusionpbx } from './freeswitch';
import { baresip, kamailio } from './kamailio';
import { teams, threecx } from './office';
import type { Guide } from './values';

export { type Guide, type GuidePart, PASSWORD, type TrunkValues } from './values';

/** All guides, in the order in which they are offered. */
export const GUIDES: readonly Guide[] = [freeswitch, asterisk, fusionpbx, threecx, kamailio, teams, baresip, ...agents];
