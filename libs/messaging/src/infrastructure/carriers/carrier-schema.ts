import { EntitySchema } from 'typeorm';
import { Carrier } from '../../domain/carriers/carrier';

export const CarrierSchema = new EntitySchema<Carrier>({
  name: 'MessagingCarrier',
  target: Carrier,
  schema: 'messaging',
  tableName: 'carriers',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text' },
    protocol: { type: 'text' },
    host: { type: 'text' },
    port: { type: 'integer' },
    tls: { type: 'boolean' },
    systemId: { type: 'text', nullable: true },
    passwordSealed: { type: 'text', nullable: true },
    webhookPublicKey: { type: 'text', nullable: true },
    systemType: { type: 'text' },
    bind: { type: 'text' },
    window: { type: 'integer', name: 'window_size' },
    perSecond: { type: 'integer' },
    perNumberPerSecond: { type: 'integer' },
    sourceTon: { type: 'integer' },
    sourceNpi: { type: 'integer' },
    dataCoding: { type: 'integer' },
    prefixes: { type: 'text', array: true },
    priority: { type: 'integer' },
    numbers: { type: 'text', array: true, nullable: true },
    enabled: { type: 'boolean' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
