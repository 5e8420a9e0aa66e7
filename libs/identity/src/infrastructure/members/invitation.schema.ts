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
});
