import { ATTESTATIONS, VERIFICATIONS } from '@trunkline/kernel';

/** How surely the caller's number is its own, as call records and events describe it. */
export const CALLER_TRUST = {
  attestation: {
    description:
      'How surely the originating carrier knows that the caller may use its number (STIR/SHAKEN): `A` fully, `B` it knows the caller, `C` neither. Null where the switch does not say.',
    values: ATTESTATIONS,
    name: 'Attestation',
    nullable: true,
  },
  verification: {
    description:
      "Result of the check of the caller's signed identity; `none`: the call had none. Null where the switch does not say.",
    values: VERIFICATIONS,
    name: 'Verification',
    nullable: true,
  },
} as const;
