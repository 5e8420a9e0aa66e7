import { column, tablesOf } from '@trunkline/platform';
import { Carrier } from '../../domain/carriers/carrier';

const table = tablesOf('messaging');
const { key, text, optionalText, texts, integer, boolean, time } = column;

export const CarrierSchema = table<Carrier>(
  'carriers',
  {
    id: key,
    name: text,
    protocol: text,
    host: text,
    port: integer,
    tls: boolean,
    systemId: optionalText,
    passwordSealed: optionalText,
    webhookPublicKey: optionalText,
    systemType: text,
    bind: text,
    window: { ...integer, name: 'window_size' },
    perSecond: integer,
    perNumberPerSecond: integer,
    sourceTon: integer,
    sourceNpi: integer,
    dataCoding: integer,
    prefixes: texts,
    priority: integer,
    numbers: { type: 'text', array: true, nullable: true },
    enabled: boolean,
    createdAt: time,
    updatedAt: time,
  },
  Carrier,
);
