import { column } from '@trunkline/platform';
import type { PortComment, PortEvent } from '../../domain/porting/port-event';
import type { PortNumber } from '../../domain/porting/port-number';
import { PortRequest } from '../../domain/porting/port-request';
import { table } from '../table';

const { key, text, optionalText, texts, integer, boolean, time, optionalTime, json, optionalBigint } = column;

export const PortRequestSchema = table<PortRequest>(
  'port_requests',
  {
    id: key,
    accountId: text,
    country: text,
    status: text,
    losingCarrier: optionalText,
    details: { ...optionalText, name: 'details_sealed' },
    endUserId: optionalText,
    requestedFocAt: optionalTime,
    partial: boolean,
    trunkId: optionalText,
    routingProfileId: optionalText,
    customerReference: optionalText,
    documents: json,
    exceptionCode: optionalText,
    exceptionMessage: optionalText,
    focAt: optionalTime,
    autoActivate: boolean,
    carrierId: optionalText,
    monthlyPriceCents: optionalBigint,
    capabilities: texts,
    feeCents: optionalBigint,
    holdId: optionalText,
    createdBy: json,
    createdAt: time,
    updatedAt: time,
    submittedAt: optionalTime,
    submissions: integer,
    completedAt: optionalTime,
  },
  PortRequest,
);

export const PortNumberSchema = table<PortNumber>('port_numbers', {
  requestId: key,
  e164: { ...key, name: 'e164' },
  accountId: text,
  position: integer,
  numberType: text,
  status: text,
  reasonCode: optionalText,
  feeCents: optionalBigint,
  numberId: optionalText,
  claim: optionalText,
});

export const PortEventSchema = table<PortEvent>('port_events', {
  id: key,
  requestId: text,
  accountId: text,
  at: time,
  actorKind: text,
  actorId: optionalText,
  action: text,
  from: { ...json, name: 'before' },
  to: { ...json, name: 'after' },
});

export const PortCommentSchema = table<PortComment>('port_comments', {
  id: key,
  requestId: text,
  accountId: text,
  authorKind: text,
  authorId: optionalText,
  body: { ...text, name: 'body_sealed' },
  createdAt: time,
});
