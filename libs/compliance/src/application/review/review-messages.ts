import { compose, inUtc, type Message, type RejectionCode } from '@trunkline/kernel';
import type { ComplianceBundle } from '../../domain/bundles/bundle';

const FOOTER = 'You receive this email because you are an owner or admin of the account.';

const REASONS: Readonly<Record<RejectionCode, string>> = {
  doc_expired: 'A document has expired. Upload a valid one.',
  doc_illegible: 'A document is not legible. Upload a better scan.',
  doc_incomplete: 'A document is incomplete. Upload all of its pages.',
  doc_wrong_type: 'A document is not of the required type. Upload one of an accepted type.',
  doc_missing: 'A required document is missing. Upload it.',
  name_mismatch: 'The name in a document differs from that of the end user. Correct the name or the document.',
  address_mismatch: 'The address in a document differs from that of the end user. Correct the address or the document.',
  address_not_local: 'The address is not in the area of the number. Use an end user with an address in the area.',
  registration_expired: 'The registration of the business has expired. Upload a current one.',
  other: 'See the notes of the reviewer.',
};

export function approvedMessage(name: string, { id, name: bundleName, validUntil }: ComplianceBundle): Message {
  const until = validUntil ? [`The approval ends on ${inUtc(validUntil)}, when a required document expires.`] : [];
  return compose({
    subject: 'Your compliance bundle was approved',
    name,
    lines: [`The bundle “${bundleName}” (${id}) was approved. Numbers that wait for it are being activated.`, ...until],
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
      `The bundle “${bundleName}” (${id}) was rejected.`,
      ...rejectionCodes.map((code) => REASONS[code]),
      ...(reviewNotes === null ? [] : [`Notes of the reviewer: ${reviewNotes}`]),
      'Change the bundle and submit it again. Numbers that wait for it keep waiting.',
    ],
    footer: FOOTER,
  });
}
