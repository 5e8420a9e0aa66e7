import { ArrayNotEmpty, ArrayUnique, IsIn, IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { Int, List } from './conversions';
import { SellerSettings } from './seller-settings';

const PORT_MAX = 65_535;

/** `public`: the REST API and the dashboard. `internal`: switches, operators and metrics. */
const LISTENERS = ['public', 'internal'] as const;
export type ListenerName = (typeof LISTENERS)[number];

function Port(): PropertyDecorator {
  // The last decorator of a property comes first.
  const rules = [Max(PORT_MAX), Min(0), IsInt(), Int()];
  return (target, property) => rules.forEach((rule) => rule(target, property));
}

/** Where the processes listen; port 0 selects a free one. See docs/operations.md#two-api-processes. */
export class ListenerSettings extends SellerSettings {
  /** What an API process serves. */
  @List()
  @ArrayNotEmpty({ message: 'LISTENERS must be public, internal or both' })
  @ArrayUnique({ message: 'LISTENERS must name each listener once' })
  @IsIn(LISTENERS, { each: true, message: 'LISTENERS must be public, internal or both' })
  LISTENERS: ListenerName[] = [...LISTENERS];

  @Port()
  PORT: number = 3000;

  /** Address of the public listener. Default: all addresses. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  HOST?: string;

  @Port()
  INTERNAL_PORT: number = 3001;

  /** Address of every listener but the public one. */
  @IsString()
  @MinLength(1)
  INTERNAL_HOST: string = '127.0.0.1';

  @Port()
  WORKER_PORT: number = 3002;

  /** Metrics of an API process without the internal listener, which otherwise serves them. */
  @Port()
  METRICS_PORT: number = 3003;

  serves(listener: ListenerName): boolean {
    return this.LISTENERS.includes(listener);
  }
}

export const LISTENER_SETTING_NAMES = [
  'LISTENERS',
  'PORT',
  'HOST',
  'INTERNAL_PORT',
  'INTERNAL_HOST',
  'WORKER_PORT',
  'METRICS_PORT',
] as const satisfies readonly (keyof ListenerSettings)[];
