import type { ConversationFollower } from '@btcp/tools';

export function followTogether(...followers: readonly ConversationFollower[]): ConversationFollower {
  return {
    began: (conversation) => followers.forEach((follower) => void follower.began(conversation)),
    ended: (conversation) => followers.forEach((follower) => void follower.ended(conversation)),
    called: (conversation, name, input) => {
      const settled = followers.map((follower) => follower.called(conversation, name, input));
      return (outcome) => settled.forEach((settle) => void settle(outcome));
    },
  };
}
