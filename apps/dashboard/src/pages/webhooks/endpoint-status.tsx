import type { WebhookEndpoint } from '@trunkline/client';
import { words } from '../../format';
import { StatusMark } from '../../ui/feedback/status-mark';

const STATES = { enabled: 'ok', failing: 'bad', disabled: 'idle' } as const;
const REASONS = {
  requested: 'Disabled',
  gone: 'Disabled: responded with 410',
  failures: 'Disabled: five days of failures',
} as const;

export function EndpointStatus({ endpoint: { status, disabled_reason } }: { endpoint: WebhookEndpoint }) {
  return <StatusMark state={STATES[status]} text={disabled_reason ? REASONS[disabled_reason] : words(status)} />;
}

/** The host of an endpoint, by which people know it. */
export const hostOf = ({ url }: WebhookEndpoint): string => new URL(url).host;
