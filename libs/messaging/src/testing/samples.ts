import { newId } from '@trunkline/kernel';
import type { MessagingCarrier, OutboundMessage } from '../application/carriers/ports';
import { CARRIER_DEFAULTS } from '../domain/carriers/carrier';
import type { Message } from '../domain/message';

/** A carrier that takes messages as fast as they come. */
export function aMessagingCarrier(given: Partial<MessagingCarrier> = {}): MessagingCarrier {
  const fast = { perSecond: 10_000, perNumberPerSecond: Infinity };
  const address = { name: 'Aggregator', host: 'smpp.carrier.example', port: 2775, password: null };
  return { ...CARRIER_DEFAULTS, ...fast, ...address, id: 'mcr_1', ...given };
}

/** A message that waits for a carrier. */
export function aMessage(given: Partial<Message> = {}): Message {
  const at = given.createdAt ?? new Date('2026-06-01T12:00:00Z');
  return {
    id: newId('sms'),
    accountId: 'acc_1',
    direction: 'outbound',
    sender: '+12125550100',
    recipient: '+12125550123',
    numberId: 'num_1',
    status: 'queued',
    phase: 'waiting',
    bodySealed: null,
    encoding: 'gsm7',
    segments: 1,
    incomplete: false,
    automatic: false,
    priceCents: 1,
    customerReference: null,
    batchId: null,
    errorCode: null,
    carrierCode: null,
    createdAt: at,
    scheduledAt: null,
    sentAt: null,
    deliveredAt: null,
    dueAt: at,
    expiresAt: new Date(at.getTime() + 14_400_000),
    attempts: 0,
    carrierId: 'car_1',
    refusedBy: [],
    passedOver: [],
    claimedBy: null,
    claimedAt: null,
    receiptUntil: null,
    queryAt: null,
    hasUnknownParts: false,
    ...given,
  };
}

/** A message of one part as a link gets it. */
export const anOutboundMessage = (changes: Partial<OutboundMessage> = {}): OutboundMessage => ({
  id: 'sms_1',
  from: '+12125550123',
  to: '+4915112345678',
  parts: [{ text: 'Hello' }],
  encoding: 'gsm7',
  automatic: false,
  ...changes,
});
