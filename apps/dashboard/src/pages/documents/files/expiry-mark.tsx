import { useState } from 'react';
import { format } from '../../../format';
import { StatusMark } from '../../../ui/feedback/status-mark';
import { daysLeft, isSoon } from './expiry';

/** Whether a document is still valid. */
export function ExpiryMark({ expiresAt }: { expiresAt: string | null }) {
  const [now] = useState(Date.now);
  if (expiresAt === null) return <StatusMark state="idle" text="No expiry" />;
  const days = daysLeft(expiresAt, now);
  if (days < 0) return <StatusMark state="bad" text={`Expired ${format.date(expiresAt)}`} />;
  if (days === 0) return <StatusMark state="warn" text="Expires today" />;
  if (isSoon(days)) return <StatusMark state="warn" text={`Expires in ${format.days(days)}`} />;
  return <StatusMark state="ok" text={`Valid until ${format.date(expiresAt)}`} />;
}
