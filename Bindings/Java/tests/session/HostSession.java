package session;

import static session.Words.microseconds;
import static session.Words.of;
import static session.Words.ticks;

import java.util.List;
import rangecore.RangeHost;
import rangecore.RangeList;
import rangecore.Step;

/** The commands that begin with {@code host}. */
final class HostSession {
    private RangeHost host;
    private boolean tellsUpdates;

    /** Forgets the host, which has gone with its list. */
    void reset() {
        host = null;
    }

    /** Carries out a command, and returns what it prints. */
    String answer(RangeList list, Words words) {
        if (host == null && !words.word(1).equals("create")) {
            throw new Words.Misunderstood("there is no host for " + words.word(1));
        }
        switch (words.word(1)) {
            case "create" -> host = new RangeHost(list, options(words));
            case "set_options" -> host.setOptions(options(words));
            case "destroy" -> {
                host.close();
                host = null;
            }
            case "tell_updates" -> tellsUpdates = words.flag(2);
            case "wrote" -> host.wrote(words.length(2));
            case "keep" -> host.keep(words.integer(2), words.flag(3));
            case "renew" -> host.renew(words.integer(2), words.integer(3));
            case "scroll_to" -> host.scrollTo(
                    words.integer(2), words.fraction(3), words.length(4), words.flag(5));
            case "validate" -> host.validate();
            default -> {
                return ask(words);
            }
        }
        return "ok";
    }

    /** Carries out a command that prints more than {@code ok}. */
    private String ask(Words words) {
        return switch (words.word(1)) {
            case "begin" -> text(host.begin(
                    words.viewport(2, 3, 6), words.length(4), words.small(5)));
            case "measured" -> text(host.measured(words.seconds(2), words.extents(3)));
            case "find" -> "node " + host.find(words.integer(2));
            case "set_extents" -> {
                boolean any = false;
                for (int index = 2; index < words.count(); index += 2) {
                    any |= host.setExtent(words.small(index), words.extent(index + 1));
                }
                yield "any " + of(any);
            }
            default -> throw new Words.Misunderstood("no such command: host " + words.word(1));
        };
    }

    private static RangeHost.Options options(Words words) {
        RangeHost.Options options = new RangeHost.Options();
        for (int index = 2; index < words.count(); index += 2) {
            int value = index + 1;
            switch (words.word(index)) {
                case "budget" -> options.budget = words.seconds(value);
                case "offset_step" -> options.offsetStep = words.length(value);
                case "ahead_count" -> options.aheadCount = words.small(value);
                case "node_bits" -> options.nodeBits = words.small(value);
                case "makes_ahead" -> options.makesAhead = words.flag(value);
                default -> throw new Words.Misunderstood("unknown key " + words.word(index));
            }
        }
        return options;
    }

    private String text(Step step) {
        StringBuilder text = new StringBuilder();
        if (tellsUpdates) {
            text.append(Session.text(step.update)).append('\n');
        }
        text.append("step rounds ").append(step.rounds).append(" nodes ").append(step.nodeCount);
        if (!step.isDone) {
            return text.append(text("asks", step.asks)).toString();
        }
        text.append(" done settled ").append(of(step.isSettled))
                .append(" length ").append(ticks(step.scrollLength))
                .append(" set ").append(of(step.setsLength))
                .append(" offset ").append(ticks(step.offset))
                .append(" set ").append(of(step.setsOffset));
        if (step.targetOffset != null) {
            text.append(" target ").append(ticks(step.targetOffset));
        }
        boolean isNever = Double.isInfinite(step.nextTime);
        text.append(" next ").append(isNever ? "never" : microseconds(step.nextTime));
        if (!step.news.isEmpty()) {
            text.append(text("news", step.news));
        }
        if (step.released.length + step.freed.length > 0) {
            text.append("\nreleased").append(text(step.released));
            text.append(" freed").append(text(step.freed));
        }
        return text.toString();
    }

    private static String text(int[] numbers) {
        StringBuilder text = new StringBuilder();
        for (int number : numbers) {
            text.append(' ').append(number);
        }
        return text.toString();
    }

    private static String text(String name, List<Step.Node> nodes) {
        StringBuilder text = new StringBuilder("\n" + name + " " + nodes.size());
        for (Step.Node node : nodes) {
            text.append("; ").append(node.node()).append(" at ").append(node.index())
                    .append(" column ").append(node.column()).append(" of ").append(node.columns())
                    .append(" from ").append(node.before()).append(" to ").append(node.state());
            if (node.hasView()) {
                text.append(" start ").append(ticks(node.start()))
                        .append(" extent ").append(ticks(node.extent()));
            }
            text.append(node.isNew() ? " new" : "").append(node.hasMoved() ? " moved" : "")
                    .append(node.isOnScreen() ? " on_screen" : "")
                    .append(node.isPinned() ? " pinned" : "").append(node.isKept() ? " kept" : "")
                    .append(node.isLate() ? " late" : "");
        }
        return text.toString();
    }
}
