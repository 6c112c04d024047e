import type { Protocol, Target } from 'puppeteer-core';

/** What Chrome has reported of a target, without asking again. */
export function infoOfTarget(target: Target): Protocol.Target.TargetInfo {
  const { _getTargetInfo } = target as Target & { _getTargetInfo(): Protocol.Target.TargetInfo };
  return _getTargetInfo.call(target);
}
