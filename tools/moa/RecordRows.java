import com.github.javacliparser.ClassOption;
import com.yahoo.labs.samoa.instances.Attribute;
import com.yahoo.labs.samoa.instances.Instance;
import com.yahoo.labs.samoa.instances.InstancesHeader;
import java.util.ArrayList;
import java.util.List;
import moa.core.Example;
import moa.streams.ExampleStream;
import moa.tasks.NullMonitor;

/** Prints the first rows of MOA's streams, one JSON object per stream: arguments are a number of rows, then streams as MOA's command line has them. */
public class RecordRows {
    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws Exception {
        int rows = Integer.parseInt(arguments[0]);
        for (int i = 1; i < arguments.length; i++) {
            ExampleStream<Example<Instance>> stream =
                (ExampleStream<Example<Instance>>) ClassOption.cliStringToObject(arguments[i], ExampleStream.class, null);
            ((moa.options.OptionHandler) stream).prepareForUse(new NullMonitor(), null);
            System.out.println(recorded(arguments[i], stream, rows));
        }
    }

    static String recorded(String name, ExampleStream<Example<Instance>> stream, int rows) {
        InstancesHeader header = stream.getHeader();
        List<String> columns = new ArrayList<>(), found = new ArrayList<>();
        for (int j = 0; j < header.numAttributes(); j++) {
            if (j != header.classIndex()) columns.add(column(header.attribute(j)));
        }
        for (int i = 0; i < rows; i++) {
            Instance row = stream.nextInstance().getData();
            List<String> values = new ArrayList<>();
            for (int j = 0; j < header.numAttributes(); j++) {
                if (j != header.classIndex()) values.add("\"" + Double.toHexString(row.value(j)) + "\"");
            }
            values.add(String.valueOf((int) row.classValue()));
            found.add(values.toString());
        }
        return "{\"stream\": \"" + name + "\", \"columns\": " + columns + ", \"classes\": "
            + column(header.classAttribute()) + ", \"rows\": " + found + "}";
    }

    /** Name and values of a column. */
    static String column(Attribute attribute) {
        List<String> values = new ArrayList<>();
        values.add("\"" + attribute.name() + "\"");
        for (int v = 0; attribute.isNominal() && v < attribute.numValues(); v++) {
            values.add("\"" + attribute.value(v) + "\"");
        }
        return values.toString();
    }
}
