import type { RoutingTarget } from '@trunkline/client';
import { usePhoneFormat } from '../../format/phone';
import { useRoutes } from '../numbers/routes';
import { useWebrtcUsers } from '../webrtc/use-users';

/** Returns what names a target: its trunk, or the number, user or address that it calls. */
export function useTargetName(): (target: RoutingTarget) => string {
  const grouped = usePhoneFormat();
  const { nameOf } = useRoutes();
  const { userName } = useWebrtcUsers();
  return ({ sip_trunk_id, pstn_forward_e164, webrtc_user_id, webhook_url }) => {
    if (pstn_forward_e164 !== null) return grouped(pstn_forward_e164);
    const trunk = nameOf({ trunk_id: sip_trunk_id, routing_profile_id: null });
    if (webrtc_user_id !== null) return userName(webrtc_user_id);
    return trunk ?? sip_trunk_id ?? webhook_url ?? 'Unknown';
  };
}
