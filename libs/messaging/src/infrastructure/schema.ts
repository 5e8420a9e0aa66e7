import { column, tablesOf } from '@trunkline/platform';
import type { Batch } from '../domain/batch';
import type { Message } from '../domain/message';

const table = tablesOf('messaging');
const { key, text, optionalText, texts, integer, bigint, boolean, time, optionalTime, json } = column;

export const MessageSchema = table<Message>('messages', {
  id: key,
  accountId: text,
  direction: text,
  sender: text,
  recipient: text,
  numberId: text,
  status: text,
  phase: optionalText,
  bodySealed: optionalText,
  encoding: text,
  segments: integer,
  incomplete: boolean,
  automatic: boolean,
  priceCents: bigint,
  customerReference: optionalText,
  batchId: optionalText,
  errorCode: optionalText,
  carrierCode: optionalText,
  createdAt: time,
  scheduledAt: optionalTime,
  sentAt: optionalTime,
  deliveredAt: optionalTime,
  dueAt: optionalTime,
  expiresAt: optionalTime,
  attempts: integer,
  carrierId: optionalText,
  refusedBy: texts,
  passedOver: texts,
  claimedBy: optionalText,
  claimedAt: optionalTime,
  receiptUntil: optionalTime,
  queryAt: optionalTime,
  hasUnknownParts: boolean,
});

export const BatchSchema = table<Batch>('batches', {
  id: key,
  accountId: text,
  sender: text,
  encoding: text,
  segments: integer,
  total: integer,
  refused: json,
  customerReference: optionalText,
  scheduledAt: optionalTime,
  createdAt: time,
});

/** The tables of aggregates. */
export const messagingSchemas = [MessageSchema, BatchSchema];
