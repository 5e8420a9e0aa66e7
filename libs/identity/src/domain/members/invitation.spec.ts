import { addDays, addSeconds } from '@trunkline/kernel';
import { Invitation, type InvitationStatus } from './invitation';
import { hashSecret } from '../secrets';

const now = new Date('2026-03-01T12:00:00Z');
const end = addDays(now, 7);
const wanted = { accountId: 'acc_1', role: 'member', invitedById: 'usr_1', operationId: 'op_1' } as const;

function anInvitation(): Invitation {
  return Invitation.issue({ ...wanted, email: 'Grace@Example.com' }, now).invitation;
}

/** Every state that an invitation can be in, and when it is looked at. */
const STATES: Readonly<Record<InvitationStatus, () => { invitation: Invitation; at: Date }>> = {
  pending: () => ({ invitation: anInvitation(), at: addSeconds(end, -1) }),
  accepted: () => after((invitation) => invitation.accept(now)),
  revoked: () => after((invitation) => invitation.revoke(now)),
  expired: () => ({ invitation: anInvitation(), at: end }),
};

function after(change: (invitation: Invitation) => void) {
  const invitation = anInvitation();
  change(invitation);
  return { invitation, at: end };
}

const EVENTS: Readonly<Record<string, (invitation: Invitation, at: Date) => void>> = {
  accept: (invitation, at) => invitation.accept(at),
  revoke: (invitation, at) => invitation.revoke(at),
};

const OUTCOMES: Readonly<Record<InvitationStatus, Readonly<Record<string, string>>>> = {
  pending: { accept: 'accepted', revoke: 'revoked' },
  accepted: { accept: 'token_invalid', revoke: 'invalid_state' },
  revoked: { accept: 'token_invalid', revoke: 'revoked' },
  expired: { accept: 'token_invalid', revoke: 'expired' },
};

const cases = Object.entries(OUTCOMES).flatMap(([state, row]) =>
  Object.entries(row).map(([event, outcome]) => [state as InvitationStatus, event, outcome] as const),
);

describe('an invitation', () => {
  it.each(cases)('follows its table of states: %s, %s → %s', (state, event, outcome) => {
    const { invitation, at } = STATES[state]();
    expect(invitation.status(at)).toBe(state);
    let refusal: unknown;
    try {
      EVENTS[event]!(invitation, at);
    } catch (error) {
      refusal = error;
    }
    expect(refusal === undefined ? invitation.status(at) : (refusal as { code: string }).code).toBe(outcome);
  });

  it('stores only the hash of its secret, and the email in lower case', () => {
    const { invitation, secret } = Invitation.issue({ ...wanted, email: 'Grace@Example.com' }, now);
    expect(invitation).toMatchObject({ email: 'grace@example.com', tokenHash: hashSecret(secret), expiresAt: end });
    expect(JSON.stringify(invitation)).not.toContain(secret);
  });

  it('stays expired when another replaces it', () => {
    const invitation = anInvitation();
    Object.assign(invitation, { revokedAt: addSeconds(end, 1) });
    expect(invitation.status(addSeconds(end, 2))).toBe('expired');
  });
});
