import type { Message } from '@trunkline/kernel';
import * as messages from '../application/mails/messages';

export const SAMPLE_LINK = 'https://dashboard.example/page?token=a&b';
export const SAMPLE_TIME = new Date('2026-11-21T05:30:00Z');

/** One of each message, with the given user and account name. A missing one does not compile. */
export function everyMessage(name: string, accountName: string): Readonly<Record<keyof typeof messages, Message>> {
  const link = SAMPLE_LINK;
  const at = SAMPLE_TIME;
  const place = { deviceName: 'Firefox on Linux', ip: '203.0.113.7', country: 'GB' };
  return {
    verifyEmailMessage: messages.verifyEmailMessage(name, link),
    magicLinkMessage: messages.magicLinkMessage(name, link),
    resetPasswordMessage: messages.resetPasswordMessage(name, link),
    passwordChangedMessage: messages.passwordChangedMessage(name, at, [accountName]),
    emailChangeMessage: messages.emailChangeMessage(name, link),
    emailChangedMessage: messages.emailChangedMessage(name, 'new@example.com', at),
    invitationMessage: messages.invitationMessage({ accountName, inviterName: name, role: 'admin' }, link),
    newDeviceMessage: messages.newDeviceMessage(name, place, at),
    passwordLockedMessage: messages.passwordLockedMessage(name, 'user', at),
    emailOtpMessage: messages.emailOtpMessage(name, '123456'),
    mfaChangedMessage: messages.mfaChangedMessage(name, 'enabled', at),
    identityLinkedMessage: messages.identityLinkedMessage(name, 'Example', at),
    identityUnlinkedMessage: messages.identityUnlinkedMessage(name, 'Example', at),
    recoveryCodesMessage: messages.recoveryCodesMessage(name, 'used', 9),
    keyExpiringMessage: messages.keyExpiringMessage(name, {
      keyName: accountName,
      prefixDisplay: 'svc_live_abc…',
      expiresAt: at,
    }),
    closureRequestedMessage: messages.closureRequestedMessage(name, accountName, at),
    closureCancelledMessage: messages.closureCancelledMessage(name, accountName),
    accountClosedMessage: messages.accountClosedMessage(name, accountName),
  };
}
