import { missingPackages } from '../sip/bed/programs';
import { callIn, reportOf } from '../sip/demo/demo-calls';
import { openDemo } from '../sip/demo/demo-switch';
import { Customer } from '../sip/trunkline/customer';
import { type Chapter, known } from './scene';

/** Starts a switch for one call, where Debian's packages are installed. */
export const callThroughSwitch: Chapter = {
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
