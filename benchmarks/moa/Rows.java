import com.yahoo.labs.samoa.instances.Attribute;
import com.yahoo.labs.samoa.instances.DenseInstance;
import com.yahoo.labs.samoa.instances.Instance;
import com.yahoo.labs.samoa.instances.Instances;
import com.yahoo.labs.samoa.instances.InstancesHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of one stream as MOA instances, all of them in memory.
 * The file layout is described in benchmarks/exchange.py.
 */
final class Rows {
    final InstancesHeader header;
    final Instance[] instances;

    private Rows(InstancesHeader header, Instance[] instances) {
        this.header = header;
        this.instances = instances;
    }

    static Rows read(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path)) {
            ByteBuffer counts = next(file, 3 * Integer.BYTES);
            int rows = counts.getInt();
            int columns = counts.getInt();
            int classes = counts.getInt();
            InstancesHeader header = header(next(file, columns * Integer.BYTES), columns, classes);

            long labelsAt = file.position() + (long) rows * columns * Double.BYTES;
            ByteBuffer labels = buffer(rows * Integer.BYTES);
            while (labels.hasRemaining() && file.read(labels, labelsAt + labels.position()) >= 0) { }
            labels.flip();

            Instance[] instances = new Instance[rows];
            int chunkRows = 4096;
            for (int row = 0; row < rows; row += chunkRows) {
                int count = Math.min(chunkRows, rows - row);
                ByteBuffer values = next(file, count * columns * Double.BYTES);
                for (int offset = 0; offset < count; offset++) {
                    double[] numbers = new double[columns + 1];
                    for (int column = 0; column < columns; column++) {
                        numbers[column] = values.getDouble();
                    }
                    numbers[columns] = labels.getInt();
                    Instance instance = new DenseInstance(1.0, numbers);
                    instance.setDataset(header);
                    instances[row + offset] = instance;
                }
            }
            return new Rows(header, instances);
        }
    }

    private static InstancesHeader header(ByteBuffer categories, int columns, int classes) {
        List<Attribute> attributes = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            int count = categories.getInt();
            String name = "x" + column;
            attributes.add(count == 0 ? new Attribute(name) : new Attribute(name, labels(count)));
        }
        attributes.add(new Attribute("class", labels(classes)));
        InstancesHeader header = new InstancesHeader(new Instances("stream", attributes, 0));
        header.setClassIndex(columns);
        return header;
    }

    private static List<String> labels(int count) {
        List<String> labels = new ArrayList<>();
        for (int label = 0; label < count; label++) {
            labels.add(Integer.toString(label));
        }
        return labels;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer next(FileChannel file, int bytes) throws IOException {
        ByteBuffer buffer = buffer(bytes);
        while (buffer.hasRemaining() && file.read(buffer) >= 0) { }
        if (buffer.hasRemaining()) {
            throw new IOException("the file of rows is cut short");
        }
        return buffer.flip();
    }
}
