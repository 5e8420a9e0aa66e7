import { EntitySchema } from 'typeorm';
import type { PortComment, PortEvent } from '../../domain/porting/port-event';
import type { PortNumber } from '../../domain/porting/port-number';
import { PortRequest } from '../../domain/porting/port-request';

export const PortRequestSchema = new EntitySchema<PortRequest>({
  name: 'PortRequest',
  target: PortRequest,
  schema: 'numbering',
  tableName: 'port_requests',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text' },
    country: { type: 'text' },
    status: { type: 'text' },
    losingCarrier: { type: 'text', nullable: true },
    details: { type: 'text', nullable: true, name: 'details_sealed' },
    endUserId: { type: 'text', nullable: true },
    requestedFocAt: { type: 'timestamptz', nullable: true },
    partial: { type: 'boolean' },
    trunkId: { type: 'text', nullable: true },
    routingProfileId: { type: 'text', nullable: true },
    customerReference: { type: 'text', nullable: true },
    documents: { type: 'jsonb' },
    exceptionCode: { type: 'text', nullable: true },
    exceptionMessage: { type: 'text', nullable: true },
    focAt: { type: 'timestamptz', nullable: true },
    autoActivate: { type: 'boolean' },
    carrierId: { type: 'text', nullable: true },
    monthlyPriceCents: { type: 'bigint', nullable: true },
    capabilities: { type: 'text', array: true },
    feeCents: { type: 'bigint', nullable: true },
    holdId: { type: 'text', nullable: true },
    createdBy: { type: 'jsonb' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    submittedAt: { type: 'timestamptz', nullable: true },
    submissions: { type: 'integer' },
    completedAt: { type: 'timestamptz', nullable: true },
  },
});

export const PortNumberSchema = new EntitySchema<PortNumber>({
  name: 'PortNumber',
  schema: 'numbering',
  tableName: 'port_numbers',
  columns: {
    requestId: { type: 'text', primary: true },
    e164: { type: 'text', primary: true, name: 'e164' },
    accountId: { type: 'text' },
    position: { type: 'integer' },
    numberType: { type: 'text' },
    status: { type: 'text' },
    reasonCode: { type: 'text', nullable: true },
    feeCents: { type: 'bigint', nullable: true },
    numberId: { type: 'text', nullable: true },
    claim: { type: 'text', nullable: true },
  },
});

export const PortEventSchema = new EntitySchema<PortEvent>({
  name: 'PortEvent',
  schema: 'numbering',
  tableName: 'port_events',
  columns: {
    id: { type: 'text', primary: true },
    requestId: { type: 'text' },
    accountId: { type: 'text' },
    at: { type: 'timestamptz' },
    actorKind: { type: 'text' },
    actorId: { type: 'text', nullable: true },
    action: { type: 'text' },
    from: { type: 'jsonb', name: 'before' },
    to: { type: 'jsonb', name: 'after' },
  },
});

export const PortCommentSchema = new EntitySchema<PortComment>({
  name: 'PortComment',
  schema: 'numbering',
  tableName: 'port_comments',
  columns: {
    id: { type: 'text', primary: true },
    requestId: { type: 'text' },
    accountId: { type: 'text' },
    authorKind: { type: 'text' },
    authorId: { type: 'text', nullable: true },
    body: { type: 'text', name: 'body_sealed' },
    createdAt: { type: 'timestamptz' },
  },
});
