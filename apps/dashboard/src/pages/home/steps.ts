import type { Permission } from '@trunkline/client';

/** What the system sees of a new account; undefined while it is not known, or not the user's to see. */
export interface Facts {
  readonly hasNumber: boolean | undefined;
  readonly hasTrunk: boolean | undefined;
  readonly hasRoute: boolean | undefined;
  readonly hasCall: boolean | undefined;
  readonly hasCard: boolean | undefined;
}

/** One step of the way to the first call. */
export interface Step {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  /** Where the step is taken, and the permission that it takes. */
  readonly action: string;
  readonly to: '/numbers/buy' | '/trunks' | '/numbers' | '/billing';
  readonly needs: Permission;
}

/** Returns the steps in their order. Each is ticked by what the system sees, in whatever order they are taken. */
export function stepsOf({ hasNumber, hasTrunk, hasRoute, hasCall, hasCard }: Facts): readonly Step[] {
  return [
    {
      title: 'Get your first number',
      text: 'Search by country, city or digits. Prices are shown before you buy.',
      isDone: hasNumber === true,
      action: 'Get a number',
      to: '/numbers/buy',
      needs: 'numbers:write',
    },
    {
      title: 'Connect your phone system',
      text: 'A SIP trunk says where your system receives calls, or the password it registers with.',
      isDone: hasTrunk === true,
      action: 'Create a trunk',
      to: '/trunks',
      needs: 'sip_trunks:write',
    },
    {
      title: 'Route the number',
      text: 'Open the number and choose the trunk that receives its calls.',
      isDone: hasRoute === true,
      action: 'Choose a route',
      to: '/numbers',
      needs: 'numbers:write',
    },
    {
      title: 'Receive the first call',
      text: 'Call the number. Before that, the page of the trunk simulates a call and says what would happen to it.',
      isDone: hasCall === true,
      action: 'Simulate a call',
      to: '/trunks',
      needs: 'sip_trunks:read',
    },
    {
      title: 'Add a card',
      text: 'With a card, the balance is topped up before calls and numbers stop.',
      isDone: hasCard === true,
      action: 'Add a card',
      to: '/billing',
      needs: 'billing:write',
    },
  ];
}
