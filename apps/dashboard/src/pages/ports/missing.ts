import type { PortDocumentPurpose, PortRequest } from '@trunkline/client';

export const PURPOSES: Readonly<Record<PortDocumentPurpose, string>> = {
  loa: 'Signed letter of authorization',
  invoice: 'Recent invoice of the losing carrier',
  identity: 'Proof of identity',
  other: 'Other document',
};

type Completed = Pick<
  PortRequest,
  'losing_carrier' | 'account_number' | 'authorized_person' | 'authorized_email' | 'documents'
>;

/** Returns what every port needs to be submitted and this one lacks. What its country needs besides, the API says. */
export function missingOf(port: Completed): readonly string[] {
  const purposes = new Set(port.documents.map(({ purpose }) => purpose));
  const facts: readonly (readonly [unknown, string])[] = [
    [port.losing_carrier, 'The losing carrier'],
    [port.account_number, 'The account number at the carrier'],
    [port.authorized_person, 'The authorized person'],
    [port.authorized_email, 'The email of the authorized person'],
    [purposes.has('loa') || null, PURPOSES.loa],
    [purposes.has('invoice') || null, PURPOSES.invoice],
  ];
  return facts.flatMap(([value, name]) => (value === null ? [name] : []));
}
