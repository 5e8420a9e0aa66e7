import { Lock } from 'lucide-react';
import { words } from '../../format';
import { roleIn, useAccount } from '../../session/account';
import { EmptyState } from './empty-state';

/** Says why a page is empty for the user's role: `what` completes "cannot". */
export function Restricted({ what }: { what: string }) {
  const role = words(roleIn(useAccount()));
  return (
    <EmptyState
      icon={Lock}
      text={`The role ${role} cannot ${what}. An owner or admin of the account can give you another role.`}
    />
  );
}
