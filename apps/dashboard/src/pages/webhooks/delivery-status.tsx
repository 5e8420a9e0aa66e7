import type { WebhookDelivery, WebhookDeliveryStatus } from '@trunkline/client';
import { words } from '../../format';
import { trunkline } from '../../session/client';
import { ActionButton } from '../../ui/action-button';
import { StatusMark } from '../../ui/feedback/status-mark';

interface RedeliverProps {
  readonly delivery: WebhookDelivery;
  readonly isCompact?: boolean;
}

/** Sends the event again now. */
export function Redeliver({ delivery: { endpoint_id, id }, isCompact = false }: RedeliverProps) {
  return (
    <ActionButton
      label="Redeliver"
      size={isCompact ? 'compact-sm' : 'sm'}
      action={() => trunkline.webhooks.deliveries.redeliver(endpoint_id, id)}
      reloads={['deliveries']}
    />
  );
}

const STATES = { pending: 'wait', succeeded: 'ok', failed: 'bad', abandoned: 'idle' } as const;

export function DeliveryStatus({ status }: { status: WebhookDeliveryStatus }) {
  return <StatusMark state={STATES[status]} text={words(status)} />;
}
