import { EntitySchema } from 'typeorm';
import type { Batch } from '../domain/batch';
import type { Message } from '../domain/message';

export const MessageSchema = new EntitySchema<Message>({
  name: 'Message',
  schema: 'messaging',
  tableName: 'messages',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    direction: { type: 'text' },
    sender: { type: 'text' },
    recipient: { type: 'text' },
    numberId: { type: 'text' },
    status: { type: 'text' },
    phase: { type: 'text', nullable: true },
    bodySealed: { type: 'text', nullable: true },
    encoding: { type: 'text' },
    segments: { type: 'integer' },
    incomplete: { type: 'boolean' },
    automatic: { type: 'boolean' },
    priceCents: { type: 'bigint' },
    customerReference: { type: 'text', nullable: true },
    batchId: { type: 'text', nullable: true },
    errorCode: { type: 'text', nullable: true },
    carrierCode: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz' },
    scheduledAt: { type: 'timestamptz', nullable: true },
    sentAt: { type: 'timestamptz', nullable: true },
    deliveredAt: { type: 'timestamptz', nullable: true },
    dueAt: { type: 'timestamptz', nullable: true },
    expiresAt: { type: 'timestamptz', nullable: true },
    attempts: { type: 'integer' },
    carrierId: { type: 'text', nullable: true },
    refusedBy: { type: 'text', array: true },
    passedOver: { type: 'text', array: true },
    claimedBy: { type: 'text', nullable: true },
    claimedAt: { type: 'timestamptz', nullable: true },
    receiptUntil: { type: 'timestamptz', nullable: true },
    queryAt: { type: 'timestamptz', nullable: true },
    hasUnknownParts: { type: 'boolean' },
  },
});

export const BatchSchema = new EntitySchema<Batch>({
  name: 'MessageBatch',
  schema: 'messaging',
  tableName: 'batches',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    sender: { type: 'text' },
    encoding: { type: 'text' },
    segments: { type: 'integer' },
    total: { type: 'integer' },
    refused: { type: 'jsonb' },
    customerReference: { type: 'text', nullable: true },
    scheduledAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});

/** The tables of aggregates. */
export const messagingSchemas = [MessageSchema, BatchSchema];
