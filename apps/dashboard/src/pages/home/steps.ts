import type { Permission } from '@trunkline/client';

/** What the system sees of a new account; undefined while it is not known, or not the user's to see. */
export interface Facts {
  readonly hasEmail: boolean | undefined;
  readonly hasNumber: boolean | undefined;
  readonly hasTrunk: boolean | undefined;
  readonly hasRoute: boolean | undefined;
  readonly hasCall: boolean | undefined;
}

/** One step of the way to the first call. */
export interface Step {
  readonly name: 'email' | 'number' | 'trunk' | 'route' | 'call';
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  /** The permission that the step takes. */
  readonly needs?: Permission;
}

/** Returns the steps in their order. Each is ticked by what the system sees, in whatever order they are taken. */
export function stepsOf({ hasEmail, hasNumber, hasTrunk, hasRoute, hasCall }: Facts): readonly Step[] {
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
    {
      name: 'trunk',
      title: 'Connect your PBX',
      text: 'FreeSWITCH, Asterisk, Kamailio, 3CX or anything that speaks SIP. You get the settings to paste, and test the connection from here.',
      isDone: hasTrunk === true,
      needs: 'sip_trunks:write',
    },
    {
      name: 'route',
      title: 'Route the number',
      text: 'To your PBX, to a mobile phone, or by hours and days.',
      isDone: hasRoute === true,
      needs: 'numbers:write',
    },
    {
      name: 'call',
      title: 'Call it',
      text: 'The call appears here with each hop and its price.',
      isDone: hasCall === true,
      needs: 'numbers:read',
    },
  ];
}
