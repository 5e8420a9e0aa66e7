import { EntitySchema } from 'typeorm';
import { Invitation } from '../../domain/members/invitation';

export const InvitationSchema = new EntitySchema<Invitation>({
  name: 'Invitation',
  target: Invitation,
  schema: 'identity',
  tableName: 'invitations',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    email: { type: 'text' },
    role: { type: 'text' },
    tokenHash: { type: 'bytea' },
    invitedById: { type: 'text' },
    operationId: { type: 'text' },
    expiresAt: { type: 'timestamptz' },
    acceptedAt: { type: 'timestamptz', nullable: true },
    revokedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
  indices: [
    { name: 'invitations_token_hash', columns: ['tokenHash'], unique: true },
    { name: 'invitations_operation', columns: ['accountId', 'operationId'], unique: true },
    { name: 'invitations_account', columns: ['accountId', 'createdAt', 'id'] },
    { name: 'invitations_expires_at', columns: ['expiresAt'] },
    {
      name: 'invitations_open',
      columns: ['accountId', 'email'],
      where: 'accepted_at IS NULL AND revoked_at IS NULL',
      unique: true,
    },
  ],
  checks: [
    { name: 'invitations_email_lower_case', expression: `email !~ '[A-Z]'` },
    { name: 'invitations_role', expression: `role IN ('admin', 'billing', 'member', 'read_only')` },
    { name: 'invitations_one_end', expression: 'accepted_at IS NULL OR revoked_at IS NULL' },
  ],
});
