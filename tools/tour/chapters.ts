import { addToCart, checkOut, makeKey, profile, saveCard, search, signUp, topUp, verify } from './buying-chapters';
import {
  callOut,
  dashboard,
  makeProfile,
  makeTrunk,
  pointNumber,
  proveLedger,
  readCdr,
  readTransaction,
  report,
  reportCallOut,
  route,
  waitingEvent,
} from './calling-chapters';
import { type Chapter, known } from './scene';
import { missingPackages } from '../sip/bed/programs';
import { callIn, reportOf } from '../sip/demo/demo-calls';
import { openDemo } from '../sip/demo/demo-switch';
import { Customer } from '../sip/trunkline/customer';

/** Starts a switch for one call, where Debian's packages are installed. */
const callThroughSwitch: Chapter = {
  title: 'Kamailio carries a call to a registered phone',
  play: async ({ stack, found }) => {
    const missing = missingPackages();
    if (missing.length > 0) return `left out: ${missing.join(', ')} not installed`;
    const customer = Customer.of(stack, known({ stack, found }, 'account'), known({ stack, found }, 'key'));
    const lines: string[] = [];
    const demo = await openDemo({ stack, customer, say: () => undefined });
    try {
      const call = await callIn(demo, (line) => lines.push(line));
      return [`${demo.number} rings the phone`, ...lines, ...(await reportOf(demo, call))].join('\n   ');
    } finally {
      await demo.close();
    }
  },
};

/** Chapters of the tour, in order. */
export const chapters: readonly Chapter[] = [
  signUp,
  verify,
  profile,
  saveCard,
  topUp,
  makeKey,
  search('US', '&number_type=geographic&area_code=212'),
  search('GB', '&number_type=geographic'),
  search('CA', '&number_type=geographic'),
  addToCart('US', 1),
  addToCart('GB', 2),
  addToCart('CA', 3),
  checkOut,
  makeTrunk,
  makeProfile,
  pointNumber,
  route,
  report,
  readCdr,
  readTransaction,
  proveLedger,
  dashboard,
  waitingEvent,
  callOut,
  reportCallOut,
  callThroughSwitch,
];
