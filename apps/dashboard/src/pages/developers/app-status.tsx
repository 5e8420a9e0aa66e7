import type { OAuthAppStatus } from '@trunkline/client';
import { words } from '../../format';
import { StatusMark } from '../../ui/status-mark';

export function AppStatus({ status }: { status: OAuthAppStatus }) {
  return <StatusMark color={status === 'active' ? 'teal' : 'gray'} text={words(status)} />;
}
