import { defineErrors, invalidFields } from '@trunkline/kernel';

export const ComplianceErrors = defineErrors({
  resource_in_use: { kind: 'conflict', message: 'The resource is in use. `fields` counts what uses it.' },
  bundle_locked: {
    kind: 'conflict',
    message: 'A submitted or approved bundle cannot be changed. Withdraw a submitted bundle, or copy an approved one.',
  },
  bundle_incomplete: {
    kind: 'invalid',
    message: 'The bundle does not meet the requirements. `fields` has a message for each requirement that is not met.',
  },
  document_too_large: { kind: 'too_large', message: 'A document must be at most 2 MB (2,097,152 bytes).' },
  unsupported_media_type: { kind: 'media_type', message: 'A document must be a PDF, JPEG or PNG file.' },
  document_unreadable: { kind: 'invalid', message: 'The document cannot be read. Upload an undamaged file.' },
  unavailable: {
    kind: 'unavailable',
    message: 'Documents cannot be checked or stored at the moment. Retry after the time in `Retry-After`.',
    retryAfterSeconds: 20,
  },
  document_infected: { kind: 'invalid', message: 'The virus scanner rejected the document.' },
});

/** Also for an end user that was deleted while its document was uploaded. */
export function unknownEndUser(): Error {
  return invalidFields({ end_user_id: 'is not an end user of this account' });
}

export function portedByEndUser(): Error {
  return ComplianceErrors.resource_in_use({
    message: 'A port of numbers names the end user. Cancel or change it, or wait until it has ended.',
  });
}
