import type { Permission } from '@trunkline/client';

/** What the system sees of a new account; undefined while it is not known, or not the user's to see. */
export interface Facts {
  readonly hasEmail: boolean | undefined;
  readonly hasNumber: boolean | undefined;
  readonly hasTrunk: boolean | undefined;
  /** Whether systems register with the newest trunk, which has no gateway to test. */
  readonly onlyRegisters: boolean;
  /** Whether a gateway has answered, or a system has registered. */
  readonly isConnected: boolean | undefined;
  readonly hasRoute: boolean | undefined;
  readonly hasCall: boolean | undefined;
  /** Whether the API found in the sandbox that a call would be routed. */
  readonly hasSimulated: boolean | undefined;
  readonly hasCard: boolean | undefined;
}

/** One step of the way to the first call. */
export interface Step {
  readonly name: 'email' | 'number' | 'trunk' | 'route' | 'call' | 'card';
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  /** Whether the user has done the step, and a measurement is missing. */
  readonly isWaiting?: boolean;
  /** The permission that the step takes. */
  readonly needs?: Permission;
}

/** Returns the steps in their order. Each is ticked by what the system sees, in whatever order they are taken. */
export function stepsOf(facts: Facts): readonly Step[] {
  const { hasEmail, hasNumber, hasRoute, hasCard } = facts;
  return [
    {
      name: 'email',
      title: 'Confirm your email address',
      text: 'Open the link that we emailed to you.',
      isDone: hasEmail === true,
    },
    {
      name: 'number',
      title: 'Get a number',
      text: 'Search by country, city or digits. Prices are shown before you buy.',
      isDone: hasNumber === true,
      needs: 'numbers:write',
    },
    trunkStep(facts),
    {
      name: 'route',
      title: 'Route the number',
      text: 'To your PBX, to a mobile phone, or by hours and days.',
      isDone: hasRoute === true,
      needs: 'numbers:write',
    },
    callStep(facts),
    {
      name: 'card',
      title: 'Add a card',
      text: 'The trial credit pays for the first calls. With a card, numbers and calls do not stop when it is used up.',
      isDone: hasCard === true,
      needs: 'billing:write',
    },
  ];
}

function trunkText({ hasTrunk, onlyRegisters }: Facts): string {
  if (hasTrunk !== true)
    return 'FreeSWITCH, Asterisk, Kamailio, 3CX or anything that speaks SIP. You get the settings to paste, and test the connection from here.';
  return onlyRegisters
    ? 'The trunk is created. No system has registered yet. The page of the trunk shows what to enter in your system and whether it has registered, and replaces a lost password. In a sandbox without a switch, no system can register.'
    : 'The trunk is created. No gateway has answered and no system has registered yet. A sandbox without a switch measures nothing.';
}

const trunkStep = (facts: Facts): Step => ({
  name: 'trunk',
  title: 'Connect your PBX',
  text: trunkText(facts),
  isDone: facts.isConnected === true,
  isWaiting: facts.hasTrunk === true,
  needs: 'sip_trunks:write',
});

const callStep = ({ hasCall, hasSimulated }: Facts): Step => ({
  name: 'call',
  title: 'Call it',
  text:
    hasSimulated === undefined
      ? 'The call appears here with each hop and its price.'
      : 'The call appears here with each hop and its price. In the sandbox, a simulated call is enough.',
  isDone: hasCall === true || hasSimulated === true,
  needs: 'numbers:read',
});

/** Returns the step to take now: the first that the user can do something about, else the first that is not done. */
export const currentOf = (steps: readonly Step[]): Step | undefined =>
  steps.find(({ isDone, isWaiting }) => !isDone && isWaiting !== true) ?? steps.find(({ isDone }) => !isDone);
