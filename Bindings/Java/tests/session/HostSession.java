package session;

import static java.util.stream.Collectors.joining;
import static session.Words.of;
import static session.Words.ticks;

import java.util.Arrays;
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
            case "scroll_to_offset" -> host.scrollToOffset(words.length(2), words.flag(3));
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
                case "extents_are_known" -> options.extentsAreKnown = words.flag(value);
                case "in_lanes" -> options.inLanes = words.flag(value);
                default -> throw new Words.Misunderstood("unknown key " + words.word(index));
            }
        }
        return options;
    }

    private String text(Step step) {
        String text = (tellsUpdates ? Session.text(step.update) + "\n" : "")
                + "step rounds " + step.rounds + " nodes " + step.nodeCount;
        if (!step.isDone) {
            return text + text("asks", step.asks);
        }
        text += " done settled %d length %d set %d offset %d set %d".formatted(
                of(step.isSettled), ticks(step.scrollLength), of(step.setsLength),
                ticks(step.offset), of(step.setsOffset));
        text += step.targetOffset == null ? "" : " target " + ticks(step.targetOffset);
        text += Session.next(step.nextTime);
        text += step.news.isEmpty() ? "" : text("news", step.news);
        if (step.released.length + step.freed.length > 0) {
            text += "\nreleased" + text(step.released) + " freed" + text(step.freed);
        }
        return text;
    }

    private static String text(int[] numbers) {
        return Arrays.stream(numbers).mapToObj(number -> " " + number).collect(joining());
    }

    private static String text(String name, List<Step.Node> nodes) {
        return "\n" + name + " " + nodes.size()
                + nodes.stream().map(HostSession::text).collect(joining());
    }

    private static String text(Step.Node node) {
        return "; %d at %d column %d of %d from %d to %d".formatted(node.node(), node.index(),
                node.column(), node.columns(), node.before(), node.state())
                + (node.hasView()
                        ? " start " + ticks(node.start()) + " extent " + ticks(node.extent()) : "")
                + (node.isNew() ? " new" : "") + (node.hasMoved() ? " moved" : "")
                + (node.isOnScreen() ? " on_screen" : "") + (node.isPinned() ? " pinned" : "")
                + (node.isKept() ? " kept" : "") + (node.isLate() ? " late" : "");
    }
}
