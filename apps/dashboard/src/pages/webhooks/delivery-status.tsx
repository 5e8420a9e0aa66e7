import type { WebhookDeliveryStatus } from '@trunkline/client';
import { words } from '../../format';
import { StatusMark } from '../../ui/status-mark';

const COLORS = { pending: 'yellow', succeeded: 'teal', failed: 'red', abandoned: 'gray' } as const;

export function DeliveryStatus({ status }: { status: WebhookDeliveryStatus }) {
  return <StatusMark color={COLORS[status]} text={words(status)} />;
}
