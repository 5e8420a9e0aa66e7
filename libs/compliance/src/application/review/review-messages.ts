import { compose, inUtc, type Message, type RejectionCode, unlinked } from '@trunkline/kernel';
import type { ComplianceBundle } from '../../domain/bundle';

const FOOTER = 'You receive this email because you are an owner or admin of the account.';

const REASONS: Readonly<Record<RejectionCode, string>> = {
  doc_expired: 'A document has expired. Upload a valid document.',
  doc_illegible: 'A document is not legible. Upload a better scan.',
  doc_incomplete: 'A document is incomplete. Upload all of its pages.',
  doc_wrong_type: 'A document is not of the required type. Upload a document of an accepted type.',
  doc_missing: 'A required document is missing. Upload it.',
  name_mismatch: 'The name in a document differs from the name of the end user. Correct the name or the document.',
  address_mismatch:
    'The address in a document differs from the address of the end user. Correct the address or the document.',
  address_not_local: 'The address is not in the area of the number. Use an end user with an address in the area.',
  registration_expired: 'The registration of the business has expired. Upload a current certificate.',
  other: "See the reviewer's notes.",
};

export function approvedMessage(name: string, { id, name: bundleName, validUntil }: ComplianceBundle): Message {
  const until = validUntil ? [`The approval ends on ${inUtc(validUntil)}, when a required document expires.`] : [];
  return compose({
    subject: 'Your compliance bundle was approved',
    name,
    lines: [
      `The bundle “${unlinked(bundleName)}” (${id}) was approved. Numbers that wait for it are being activated.`,
      ...until,
    ],
    footer: FOOTER,
  });
}

export function rejectedMessage(
  name: string,
  { id, name: bundleName, rejectionCodes, reviewNotes }: ComplianceBundle,
): Message {
  return compose({
    subject: 'Your compliance bundle was rejected',
    name,
    lines: [
      `The bundle “${unlinked(bundleName)}” (${id}) was rejected.`,
      ...rejectionCodes.map((code) => REASONS[code]),
      ...(reviewNotes === null ? [] : [`Reviewer's notes: ${reviewNotes}`]),
      'Change the bundle and submit it again. Numbers that wait for the bundle remain inactive until it is approved.',
    ],
    footer: FOOTER,
  });
}
